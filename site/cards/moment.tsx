// A moment in the reader's zone; in UTC for whoever points at it or comes to it by keyboard.
import { dateWords } from '../../src/core/chain/time';
import { isoTime, type TimeForm, timeWords } from '../words/time';

export function Moment({ at, form = 'full' }: { at: number; form?: TimeForm }) {
  return (
    <time
      class="moment"
      dateTime={isoTime(at)}
      data-utc={dateWords(at)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what a pointer sees, a keyboard must reach
      tabIndex={0}
    >
      {timeWords(at, form)}
    </time>
  );
}
