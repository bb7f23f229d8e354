import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Problem } from '../../../server/lib/core/problem.ts'
import { inspectUpload, kindOf } from '../../../server/lib/files/upload.ts'

const of = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return [error.status, error.fields ?? error.message]
  }
}
test('a file is what its name and its bytes say together, under a name that is safe to offer', () => {
  const pdf = Buffer.from('%PDF-1.4\n%%EOF')
  const kind = (name: string, bytes = pdf) => of(() => kindOf({ name, bytes }))
  const named = (name: string) => (kind(name) as { name: string }).name
  expect(kind('Verbale.PDF')).toEqual({ name: 'Verbale.PDF', extension: 'pdf', mime: 'application/pdf' })
  expect(['../../../etc/a.pdf', 'C:\\x\\a.pdf', 'a"<>|:*?\u200b\n.pdf', ' .-a.pdf', '.. a b-.pdf'].map(named)).toEqual([
    'a.pdf',
    'a.pdf',
    'a.pdf',
    'a.pdf',
    'a b-.pdf',
  ])
  expect(named('e\u0300.pdf')).toBe('è.pdf')
  expect(named(`${'x'.repeat(200)}.pdf`)).toBe(`${'x'.repeat(116)}.pdf`)
  expect(named(`${'x'.repeat(50)}.${'y'.repeat(115)}.pdf`), 'the cut brings a dot to the front').toBe(`${'y'.repeat(115)}.pdf`)
  const bad = [415, 'Formato file non consentito.']
  for (const name of ['a.exe', 'a', 'pdf', 'a.pdf.', 'a.jpg', 'a.abcdefg']) expect(kind(name), name).toEqual(bad)
  expect(kind('a.pdf', Buffer.from('nothing'))).toEqual(bad)
  expect(kind('a.pdf', Buffer.alloc(20 * 1024 * 1024))).toEqual(bad)
  expect(kind('a.pdf', Buffer.alloc(20 * 1024 * 1024 + 1))).toEqual([413, 'Il file supera la dimensione massima di 20 MB.'])
  const twofold = Buffer.from('\xff\xd8\xff..<script>', 'latin1')
  expect(of(() => inspectUpload({ name: 'a.jpg', bytes: twofold }))).toEqual(bad)
  expect(of(() => kindOf({ name: 'a.jpg', bytes: twofold }))).toMatchObject({ mime: 'image/jpeg' })
  expect(of(() => inspectUpload({ name: 'a.pdf', bytes: pdf }))).toMatchObject({ mime: 'application/pdf' })
})

const pdfOf = (...parts: (string | Buffer)[]) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), ...parts.map((part) => Buffer.from(part as string, 'latin1')), Buffer.from('\n%%EOF')])
const packed = (head: string, text: string) =>
  Buffer.concat([
    Buffer.from(`1 0 obj\n<< ${head} /Filter /FlateDecode >>\nstream\n`),
    deflateSync(Buffer.from(text)),
    Buffer.from('\nendstream\nendobj\n'),
  ])
const listed = (head: string, text: string) =>
  Buffer.from(packed(head, text).toString('latin1').replace('/Filter /FlateDecode', '/Filter [ /FlateDecode ]'), 'latin1')
test.each([
  ['a script that runs at the opening', pdfOf('1 0 obj\n<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>\nendobj')],
  ['one whose name is written in codes', pdfOf('1 0 obj\n<</S/J#61va#53cript>>\nendobj')],
  ['a program that is started', pdfOf('1 0 obj\n<</A<</S/Launch/F(cmd.exe)>>>>\nendobj')],
  ['a form that sends itself', pdfOf(packed('/Length 9', 'BT ET'), '2 0 obj\n<</S /SubmitForm /F (https://example.it)>>')],
  ['more packed objects than any document has', pdfOf(...Array(7).fill(packed('/Type /ObjStm', ' '.repeat(8_000_000))))],
  ['a script behind a stream that is cut off', pdfOf('1 0 obj\n<<>>\nstream\nx', '2 0 obj\n<</S/JavaScript>>')],
  ['a program in another PDF', pdfOf('1 0 obj\n<</A<</S/GoToR/F(b.pdf)>>>>\nendobj')],
  ['a place in a file inside', pdfOf('1 0 obj\n<</A<</S /GoToE /D (x)>>>>\nendobj')],
  ['a film that starts', pdfOf('1 0 obj\n<</A<</S/Rendition/OP 0>>>>\nendobj')],
  ['a film of a page', pdfOf('1 0 obj\n<</Subtype/RichMedia>>\nendobj')],
  ['files inside', pdfOf('1 0 obj\n<</Names<</EmbeddedFiles 3 0 R>>>>\nendobj')],
  ['a file inside without its type', pdfOf('1 0 obj\n<</Type/Filespec/F(a.exe)/EF<</F 3 0 R>>>>\nendobj')],
  ['data that are read in', pdfOf('1 0 obj\n<</S/ImportData/F(a.fdf)>>\nendobj')],
  ['a form of another kind', pdfOf('1 0 obj\n<</AcroForm<</XFA 3 0 R>>>>\nendobj')],
  ['actions at every event', pdfOf('1 0 obj\n<</#41A<</O 3 0 R>>>>\nendobj')],
  ['a page of the web that opens by itself', pdfOf('1 0 obj\n<</OpenAction<</S/URI/URI(https://example.it)>>>>\nendobj')],
  ['the same elsewhere', pdfOf('1 0 obj\n<</OpenAction 2 0 R>>\nendobj\n2 0 obj\n<</Type/Action/S/URI/URI(https://x.it)>>\nendobj')],
  ['a script among packed objects that do not say so', pdfOf(packed('/N 1 /First 4', '1 0 <</S/JavaScript>>'))],
  ['a script among packed objects whose filter is in a list', pdfOf(listed('/Type/ObjStm', '1 0 <</S/JavaScript>>'))],
  ['an object behind what looks like a stream', pdfOf('% stream\n2 0 obj\n<</S/JavaScript>>\nendobj\n% endstream\n')],
  ['a stream after a line of an old kind', pdfOf('1 0 obj\n<</Type/ObjStm>>\nstream\r1 0 <</S/JavaScript>>\nendstream')],
  ['a script among packed objects', pdfOf(packed('/Type /ObjStm /N 1', '1 0 <</S/JavaScript>>'))],
])('a PDF with active content is refused, and said so: %s', (_, bytes) => {
  expect(of(() => inspectUpload({ name: 'a.pdf', bytes }))).toEqual([
    415,
    'Il PDF contiene script, azioni automatiche o altri file: stamparlo come PDF e caricare la copia.',
  ])
})
test.each([
  ['a place to open at', pdfOf('1 0 obj\n<</OpenAction [2 0 R /Fit] /JSON 1 /Names 3>>\nendobj')],
  ['words of a page', pdfOf(packed('/Length 9', 'BT (/JavaScript /Launch) Tj ET'))],
  ['bytes of a picture', pdfOf('1 0 obj\n<</Subtype/Image>>\nstream\n\xff/JS \xfe\nendstream\nendobj')],
  ['an action that goes to a page', pdfOf('1 0 obj\n<</OpenAction<</S/GoTo/D[2 0 R /Fit]>>>>\nendobj')],
  ['the same elsewhere', pdfOf('1 0 obj\n<</OpenAction 2 0 R>>\nendobj\n2 0 obj\n<</S/GoTo/D[3 0 R/Fit]>>\nendobj\n4 0 obj\n<</S/URI>>')],
  ['links to the web', pdfOf('1 0 obj\n<</Subtype/Link/A<</S/URI/URI(https://example.it)>>>>\nendobj')],
  ['a locked file without packed objects', pdfOf('1 0 obj\n<</Title (x)>>\nendobj', 'trailer <</Encrypt 3 0 R>>')],
  ['packed objects whose filter is in a list', pdfOf(listed('/Type/ObjStm /DecodeParms<</Predictor 1>>', '1 0 <</Title (a)>>'))],
  ['an outline', pdfOf('1 0 obj\n<</First 3 0 R/Count 1>>\nendobj\n', packed('/Length 9', 'BT ET'))],
  ['packed objects without any', pdfOf(packed('/Type /ObjStm', '1 0 <</Title (a)>>'))],
  ['packed objects that cannot be unpacked', pdfOf('1 0 obj\n<</Type/ObjStm>>\nstream\nxx\nendstream')],
])('a PDF without active content is taken: %s', (_, bytes) => {
  expect(of(() => inspectUpload({ name: 'a.pdf', bytes }))).toMatchObject({ mime: 'application/pdf' })
})
const stream = (head: string, body: string | Buffer = 'xx') => [
  `1 0 obj\n<</Type/ObjStm ${head}>>\nstream\n`,
  body,
  '\nendstream\nendobj\n',
]
test.each([
  ['ASCII85', pdfOf(...stream('/Filter/ASCII85Decode'))],
  ['hexadecimal', pdfOf(...stream('/Filter /ASCIIHexDecode', '3c3c2f532f4a6176615363726970743e3e'))],
  ['LZW', pdfOf(...stream('/Filter[/LZWDecode]'))],
  ['run lengths', pdfOf(...stream('/Filter/RunLengthDecode'))],
  ['two filters', pdfOf(...stream('/Filter [/ASCII85Decode /FlateDecode]'))],
  ['two filters in the other order', pdfOf(...stream('/Filter[/FlateDecode/ASCIIHexDecode]', deflateSync(Buffer.from('3c3c'))))],
  ['a filter that stands elsewhere', pdfOf(...stream('/Filter 9 0 R'))],
  ['a predictor', pdfOf(...stream('/Filter/FlateDecode/DecodeParms<</Predictor 12>>', deflateSync(Buffer.from('xx'))))],
  ['parameters that stand elsewhere', pdfOf(...stream('/Filter/FlateDecode/DecodeParms 4 0 R', deflateSync(Buffer.from('xx'))))],
  ['damaged', pdfOf(...stream('/Filter/FlateDecode'))],
  ['locked', pdfOf(...stream('/Filter/FlateDecode', deflateSync(Buffer.from('1 0 <<>>'))), 'trailer <</Encrypt 3 0 R>>')],
])('a PDF whose objects cannot be looked into is refused, and said so: %s', (_, bytes) => {
  expect(of(() => inspectUpload({ name: 'a.pdf', bytes }))).toEqual([
    415,
    'Non si può controllare se il PDF contiene script o azioni automatiche (è protetto o compresso in un modo insolito): stamparlo come PDF e caricare la copia.',
  ])
})
