// The wallet's clock for the Snap's jobs: as the manifest says, counted from the installation, also while
// locked, and without waiting for the run before.
type Job = { duration?: string; request: { method: string } };

export type Cron = {
  start: () => void;
  stop: () => void;
  nextAtMs: () => number | null;
  checks: () => number;
  checkNow: () => Promise<void>;
};

export function createCron(
  manifest: { initialPermissions: { [name: string]: unknown } },
  run: (method: string) => Promise<void>,
  onChange: () => void,
): Cron {
  const permission = manifest.initialPermissions['endowment:cronjob'] as { jobs?: Job[] };
  const job = permission?.jobs?.[0];
  const everyMs = job?.duration ? millisecondsOf(job.duration) : null;
  let timer: NodeJS.Timeout | null = null;
  let nextAtMs: number | null = null;
  let checks = 0;

  async function check(): Promise<void> {
    if (!job) return;
    checks += 1;
    onChange();
    await run(job.request.method).catch(() => undefined);
    onChange();
  }

  function stop(): void {
    if (timer) clearInterval(timer);
    timer = null;
    nextAtMs = null;
  }

  function start(): void {
    stop();
    if (everyMs === null) return;
    nextAtMs = Date.now() + everyMs;
    timer = setInterval(() => {
      nextAtMs = Date.now() + everyMs;
      void check();
    }, everyMs);
    timer.unref();
  }

  return { start, stop, nextAtMs: () => nextAtMs, checks: () => checks, checkNow: check };
}

/** `PT5M`, `PT20S`, `P1DT2H`: the part of ISO 8601 a manifest may hold. */
export function millisecondsOf(duration: string): number {
  const match = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration);
  if (!match || duration === 'P' || duration.endsWith('T')) {
    throw new Error(`Not a duration: ${duration}`);
  }
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((n) => Number(n ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000;
}
