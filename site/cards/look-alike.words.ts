export const lookAlikeWords = {
  mine: (name: string, id: string) =>
    `You already have a Golem named ${name} (id ${id}). This is another one, with another id and its own key. Anyone can choose any name.`,
  otherKey: (name: string, id: string, key: string) =>
    `You already have ${name} (id ${id}), and its key is ${key}. Another key asks under its id. If you did not give your agent a new key, refuse.`,
  asks: (name: string, id: string) =>
    `Another request here looks like this one: ${name} (id ${id}). Compare id and key before you answer.`,
  chosen: (name: string, id: string) =>
    `You already have a Golem named ${name} (id ${id}). This one would be another.`,
} as const;
