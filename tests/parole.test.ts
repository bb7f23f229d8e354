import fs from 'node:fs'
import { expect, test } from 'vitest'
import { sourcesOf } from './sources.ts'

/** The rows of the table under a heading of docs/parole.md. */
const rowsOf = (heading: string) =>
  fs
    .readFileSync('docs/parole.md', 'utf8')
    .split(`## ${heading}\n`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
    .map((line) => line.split('|').map((cell) => cell.trim()))
const sources = sourcesOf('src', 'server')
/** Lines of code that hold a text, without comments. */
const lines = sources.flatMap(({ path, text }) =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => ({ path, text: line.replace(/(^|\s)\/\/.*$/, '') })),
)

test('no text says what the glossary says otherwise', () => {
  const refused = rowsOf('Sentences').map(([, not]) => not!)
  expect(refused.length).toBeGreaterThan(12)
  for (const not of refused) expect(lines.filter(({ text }) => text.includes(not)).map(({ path }) => `${path}: ${not}`)).toEqual([])
})

test('a number in a text is followed by no word in brackets for the other number', () => {
  // "1 ticket/i", "riga(he)": both forms are written where they are needed.
  expect(
    lines.filter(({ text }) => /[a-zàèìòù]\((?:i|e|he|hi)\)['"` ]/.test(text)).map(({ path, text }) => `${path}: ${text.trim()}`),
  ).toEqual([])
})

test('a count in a text has its singular: "1 riga", never "1 righe"', () => {
  const plural =
    /\$\{[^}]*\} (buoni|righe|prezzi|impianti|punti vendita|eventi|domande|sezioni|minuti|ore|giorni|tessere|clienti|articoli|ordini|parti|utenti|persone|destinatari|documenti|verifiche|scadenze|categorie|modelli|operazioni|posti)\b/
  // A limit or another constant is never one.
  const known = /=== 1|> 1|plural\(|massimo|superare|più di|solo|ultimi|\} di|\$\{[A-Z_]+(\.\w+)?\}|MOST|MAX|LIMITS|DAYS/
  expect(
    lines
      .filter(({ path }) => !/^server\/(cli|backup|db)\//.test(path))
      .filter(({ text }) => plural.test(text) && !known.test(text))
      .map(({ path, text }) => `${path}: ${text.trim()}`),
  ).toEqual([])
})
