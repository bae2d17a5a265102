// The few drawings of the site, all in the colour of the text around them. A word always stands beside them.
const PATHS = {
  copy: 'M9 9h10v11H9z M5 15V4h10',
  check: 'M5 13l4 4L19 7',
  alert: 'M12 4 2.8 20h18.4z M12 10v4 M12 17v.5',
  half: 'M12 4a8 8 0 1 0 0 16z M12 4a8 8 0 1 1 0 16',
  dot: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10z',
  ring: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14z',
  cross: 'M7 7l10 10 M17 7 7 17',
  pause: 'M9 6v12 M15 6v12',
  link: 'M14 5h5v5 M19 5l-8 8 M17 14v5H5V7h5',
  down: 'M12 4v11 M7 11l5 5 5-5 M5 20h14',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      class={`icon ${name}`}
      viewBox="0 0 24 24"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
