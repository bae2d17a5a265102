// Which command was meant. Every failure is a sentence on standard error that says what to do, and an exit code.
import { parsedAs } from './arguments';
import { EXIT, Stop } from './exit';
import { HELP } from './help';
import { login, logout } from './login';
import { type Environment, openOutput } from './output';
import { request } from './request';
import { status } from './status';

const COMMANDS = { request, login, logout, status } as const;

export async function run(argv: readonly string[], env: Environment): Promise<number> {
  const [name = '', ...rest] = argv;
  if (name === '' || name === 'help' || argv.some((word) => word === '--help' || word === '-h')) {
    process.stdout.write(HELP);
    return name === '' ? EXIT.usage : EXIT.ok;
  }
  const output = openOutput(rest, env);
  try {
    if (!isCommand(name)) {
      const known = Object.keys(COMMANDS).join(', ');
      throw new Stop(
        'usage',
        `There is no command “${name.slice(0, 40)}”. Known: ${known}. Try --help.`,
      );
    }
    return await COMMANDS[name]({ options: parsedAs(name, rest), output, env });
  } catch (error) {
    const { code, message } = error instanceof Stop ? error : new Stop('failed', wordsOf(error));
    output.fail(code, message);
    return EXIT[code];
  }
}

function isCommand(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.';
}
