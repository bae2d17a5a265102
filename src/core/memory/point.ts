// What a claim, an alert or a contradiction is about.
import { AnyText } from '../protocol/fields';
import { orNull, params } from '../protocol/schema';

/** What is said, and of which permission, root or record; null = of the Golem, or the status, as a whole. */
export const POINT = { what: AnyText, of: orNull(AnyText) };

export const PointStruct = params(POINT);
