import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { expect, test } from 'vitest'
import { emsOf } from '../../server/domain/prices/pdf-data.ts'

/** Width of a text as Typst sets it, bold, in the PDFs' face. */
const compiler = NodeCompiler.create()
function widths(texts: readonly string[]): number[] {
  const source = `#set text(font: "Libertinus Serif", size: 100pt, weight: "bold")
#context [#metadata(${JSON.stringify(texts).replace(/^\[/, '(').replace(/]$/, ',)')}.map(text => measure(text).width.pt() / 100)) <widths>]`
  return compiler.query({ mainFileContent: source }, { selector: '<widths>', field: 'value' })[0]
}

test('no text of "Riepilogo prezzi rete" is wider than estimated, or a row of fixed height would overlap the next', () => {
  const letters = Array.from({ length: 0x17f - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at)).filter((c) => !/\p{Cc}|[\\"]/u.test(c))
  const names = [
    'PV0123 Eni Casale Monferrato – Tangenziale Est',
    'M12345 SAN GIORGIO DI PIANO WWW',
    'Località Àèìòù d’Altrove & C.',
    'ww mm @@ %%',
  ]
  const texts = [...letters, ...names]
  const wide = widths(texts)
  expect(wide.length).toBe(texts.length)
  expect(texts.filter((text, at) => wide[at]! > emsOf(text))).toEqual([])
})
