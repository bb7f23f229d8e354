import fs from 'node:fs'
import { expect, test } from 'vitest'

/** Sentences of screens and server that tell a person to make room. */
const sentences = ['src', 'server'].flatMap((root) =>
  fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx)$/.test(file))
    .flatMap(
      (file) =>
        fs
          .readFileSync(`${root}/${file}`, 'utf8')
          .replace(/\s*\n\s*/g, ' ')
          .match(/[^'`">]*\b(liber\w+ spazio|disco [^'`"<]*pieno|disco [^'`"<]*esaurito)[^'`<]*/gi) ?? [],
    ),
)
test('no sentence advises to delete data of the app to make room', () => {
  expect(sentences.length).toBeGreaterThan(8)
  for (const sentence of sentences.filter((one) => /liber\w+ spazio/i.test(one))) expect(sentence).toContain('non i dati del browser')
  for (const sentence of sentences) expect(sentence.replace(/non eliminar\w+/g, '')).not.toMatch(/elimin|cancell|svuot/i)
})
