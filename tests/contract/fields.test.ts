import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import * as f from '../../src/contract/kernel/fields.ts'
import { provinceSigns } from '../../src/contract/kernel/province-signs.ts'
import { provinceOn, provinces, regionNames } from '../../src/contract/kernel/provinces.ts'
import { fieldErrors, italian, labelled } from '../../src/contract/kernel/valibot-it.ts'

const sentence = (schema: v.GenericSchema, value: unknown) => {
  const result = v.safeParse(schema, value)
  return result.success ? null : result.issues[0].message
}
const refused = (password: string) => (password.startsWith('password') ? 'Questa password è troppo comune.' : undefined)
const kit: Record<string, v.GenericSchema> = {
  text: f.text('Nome', { min: 2, max: 10 }),
  optionalText: f.optionalText('Nome', { max: 10 }),
  longText: f.longText('Nome'),
  integer: f.integer('Nome', { min: 1, max: 9 }),
  reference: f.reference('Nome'),
  decimal: f.decimal('Nome', { min: 0.5, max: 9 }),
  flag: f.flag('Nome'),
  choice: f.choice('Nome', ['a', 'b']),
  date: f.date('Nome'),
  instant: f.instant('Nome'),
  time: f.time('Nome'),
  year: f.year('Nome'),
  email: f.email('Nome'),
  pec: f.pec('Nome'),
  multipleEmail: f.multipleEmail('Nome'),
  phone: f.phone('Nome'),
  cap: f.cap('Nome'),
  province: f.province('Nome'),
  latitude: f.latitude('Nome'),
  longitude: f.longitude('Nome'),
  fiscalCode: f.fiscalCode('Nome'),
  piva: f.piva('Nome'),
  sdi: f.sdi('Nome'),
  iban: f.iban('Nome'),
  plate: f.plate('Nome'),
  foreignPlate: f.foreignPlate('Nome'),
  maskedCard: f.maskedCard('Nome'),
  productCode: f.productCode('Nome'),
  pod: f.pod('Nome'),
  pdr: f.pdr('Nome'),
  ip: f.ip('Nome'),
  mac: f.mac('Nome'),
  password: f.password('Nome', refused),
  list: labelled('Nome', v.pipe(v.array(f.choice('Voce', ['a'])), v.minLength(2), v.maxLength(3))),
  union: labelled('Nome', v.union([v.literal(1), v.string()])),
  file: labelled('Nome', v.pipe(v.file(), v.mimeType(['image/png']), v.maxSize(2048))),
}

describe('validation messages are those of the specification, byte for byte', () => {
  test.each<[v.GenericSchema, unknown, string]>([
    [f.latitude('Latitudine'), 90.1, 'Il campo Latitudine non contiene un valore lat valido.'],
    [f.latitude('Latitudine'), Number.NaN, 'Il campo Latitudine non contiene un valore lat valido.'],
    [f.longitude('Longitudine'), -180.5, 'Il campo Longitudine non contiene un valore long valido.'],
    [f.latitude('Latitudine'), null, 'Il campo Latitudine è obbligatorio.'],
    [f.ip('Indirizzo IP'), '256.1.1.1', 'Il campo Indirizzo IP non contiene un indirizzo IPv4 valido.'],
    [f.date('Data'), '2026-02-30', 'Il campo Data non contiene una data valida.'],
    [f.decimalText('Margine'), '1,5', 'The Margine field must contain only decimal values'],
    [f.decimalText('Margine'), '', 'The Margine field must contain only decimal values'],
    [
      f.multipleEmail('Email'),
      'a@example.it; b@example.it',
      'Il campo Email deve contenere gli indirizzi email delimitati da ";", tranne l\'ultimo indirizzo e non contenere spazi.',
    ],
    [
      f.multipleEmail('Email'),
      '',
      'Il campo Email deve contenere gli indirizzi email delimitati da ";", tranne l\'ultimo indirizzo e non contenere spazi.',
    ],
    [f.text('Nome'), undefined, 'Il campo Nome è obbligatorio.'],
    [f.text('Nome'), null, 'Il campo Nome è obbligatorio.'],
    [f.text('Nome'), ' \t ', 'Il campo Nome è obbligatorio.'],
    [f.text('Nome'), 7, 'Il formato del campo Nome non è valido.'],
    [f.text('Nome'), '\u200b\u00a0\u0000', 'Il campo Nome è obbligatorio.'],
    [f.text('Nome', { min: 3 }), 'ab', 'Il campo Nome deve contenere almeno 3 caratteri.'],
    [f.text('Nome', { max: 3 }), 'abcd', 'Il campo Nome non può superare 3 caratteri.'],
    [labelled('Email', v.pipe(v.string(), v.email())), 'x', 'Il campo Email deve essere un indirizzo email valido.'],
    [f.integer('Anno'), 'x', 'Il campo Anno può contenere solo numeri.'],
    [f.integer('Anno'), '', 'Il campo Anno è obbligatorio.'],
    [f.integer('Anno'), 1.5, 'Il campo Anno deve essere un numero intero.'],
    [f.integer('Anno', { min: 3 }), 2, 'Il campo Anno deve essere maggiore o uguale a 3.'],
    [f.decimal('Prezzo', { max: 9.999, scale: 3 }), 10, 'Il campo Prezzo deve essere minore o uguale a 9,999.'],
    [f.decimal('Prezzo'), 1.789, 'Il campo Prezzo può avere al massimo 2 decimali.'],
    [labelled('Sigla', v.pipe(v.string(), v.regex(/^x/))), 'y', 'Il formato del campo Sigla non è valido.'],
    [f.choice('Tipo', ['a', 'b']), 'c', 'Il valore del campo Tipo non è ammesso.'],
    [f.choice('Tipo', ['a', 'b']), '', 'Il campo Tipo è obbligatorio.'],
    [f.reference('Gestore'), 0, 'Il valore selezionato per Gestore non esiste.'],
    [kit.file!, new File(['a'], 'a.txt', { type: 'text/plain' }), 'Il campo Nome non contiene un file di tipo valido.'],
    [kit.file!, new File([new Uint8Array(4096)], 'a.png', { type: 'image/png' }), 'La dimensione del file deve essere inferiore a 2KB.'],
    [kit.list!, [], 'Il campo Nome è obbligatorio.'],
    [kit.list!, ['a'], 'Il campo Nome deve contenere almeno 2 elementi.'],
    [kit.list!, ['a', 'b'], 'Il valore del campo Voce non è ammesso.'],
    [f.fiscalCode('CF'), 'RSSMRA85T10A562X', 'Il codice fiscale non è valido.'],
    [f.piva('P.IVA'), '12345678901', 'La partita IVA non è valida.'],
    [f.sdi('SDI'), 'ABC', 'Il codice destinatario SDI deve essere di 7 caratteri.'],
    [f.email('Email'), 'a@b', 'Inserire un indirizzo email valido.'],
    [f.pec('PEC'), 'a@b', 'Inserire un indirizzo PEC valido.'],
    [f.cap('CAP'), '4303', 'Il CAP deve essere di 5 cifre.'],
    [f.province('Provincia'), 'XX', 'La provincia non è valida.'],
    [f.plate('Targa'), 'AI123CD', 'La targa non è valida.'],
    [f.iban('IBAN'), 'IT61X0542811101000000123456', "L'IBAN non è valido."],
    [f.phone('Telefono'), '12', 'Il numero di telefono non è valido.'],
    [f.year('Anno'), 1949, "L'anno non è valido."],
    [f.year('Anno'), new Date().getFullYear() + 2, "L'anno non è valido."],
    [f.productCode('Codice'), 'a b', 'Il codice articolo non è valido.'],
    [f.pod('POD'), 'IT001', 'Il codice POD non è valido.'],
    [f.pdr('PDR'), '123', 'Il codice PDR non è valido.'],
    [f.mac('MAC'), '00:11', "L'indirizzo MAC non è valido."],
    [
      f.maskedCard('Numero'),
      '4111 1111 1111 1111',
      'Per motivi di sicurezza non inserire il numero completo della carta: indicare solo le ultime 4 cifre.',
    ],
    [kit.password!, 'corta', 'Il campo Nome deve contenere almeno 15 caratteri.'],
    [kit.password!, 'passwordpassword', 'Questa password è troppo comune.'],
    [kit.password!, 'x'.repeat(129), 'Il campo Nome non può superare 128 caratteri.'],
  ])('%#: %j', (schema, value, message) => expect(sentence(schema, value)).toBe(message))
})

test('parsed values have the form in which they are stored', () => {
  const stored = (schema: v.GenericSchema, value: unknown) => v.parse(schema, value)
  expect(stored(f.text('Nome'), '  Caffè  ')).toBe('Caffè')
  expect(stored(f.optionalText('Note'), ' ')).toBeNull()
  expect(stored(f.optionalText('Note'), null)).toBeNull()
  expect(stored(f.optionalText('Note'), ' x ')).toBe('x')
  expect(stored(f.optional(f.integer('Anno')), '')).toBeNull()
  expect(stored(f.fiscalCode('CF'), ' rssmra 85t10 a562s')).toBe('RSSMRA85T10A562S')
  expect(stored(f.piva('P.IVA'), 'IT 00743110157')).toBe('00743110157')
  expect(stored(f.iban('IBAN'), 'it60 x054 2811 1010 0000 0123 456')).toBe('IT60X0542811101000000123456')
  expect(stored(f.plate('Targa'), 'ab-123 cd')).toBe('AB123CD')
  expect(stored(f.email('Email'), ' Mario@Example.IT ')).toBe('mario@example.it')
  expect(stored(f.phone('Telefono'), '0521 123456')).toBe('+390521123456')
  expect(stored(f.mac('MAC'), 'aa-bb-cc-dd-ee-ff')).toBe('AA:BB:CC:DD:EE:FF')
  expect(stored(f.instant('Da'), '2026-11-21T08:00:00+01:00')).toBe('2026-11-21T07:00:00.000Z')
  expect(stored(f.time('Alle'), '24:00')).toBe('24:00')
  expect(stored(f.decimal('Prezzo', { scale: 3 }), 1.789)).toBe(1.789)
  expect(stored(f.sdi('SDI'), 'abc123')).toBe('ABC123')
  expect(stored(f.province('Provincia'), 'pr')).toBe('PR')
  expect(stored(kit.password!, 'cafe\u0301 e cornetti')).toBe('caf\u00e9 e cornetti')
  for (const kept of ['domani piove forte!', '   quindici spazi   ']) expect(stored(kit.password!, kept)).toBe(kept)
})

describe('an object of fields', () => {
  const Body = v.object({
    name: f.text('Nome'),
    note: f.optionalText('Note'),
    price: f.optional(f.decimal('Prezzo')),
    phones: v.optional(v.array(v.object({ number: f.phone('Numero') }))),
  })
  const errors = (value: unknown) => fieldErrors(Body, v.safeParse(Body, value).issues ?? [])
  test('names a missing key by its label', () => {
    expect(errors({})).toEqual({ name: 'Il campo Nome è obbligatorio.' })
    expect(errors({ name: 'A', phones: [{ number: '3331234567' }, {}] })).toEqual({ 'phones.1.number': 'Il campo Numero è obbligatorio.' })
    expect(errors(null)).toEqual({ '': 'Il campo è obbligatorio.' })
  })
  test('gives one message per field', () => {
    expect(errors({ name: '', price: 1.234, note: 'x'.repeat(256) })).toEqual({
      name: 'Il campo Nome è obbligatorio.',
      price: 'Il campo Prezzo può avere al massimo 2 decimali.',
      note: 'Il campo Note non può superare 255 caratteri.',
    })
  })
  test('leaves absent optional fields absent', () => expect(v.parse(Body, { name: 'A' })).toEqual({ name: 'A' }))
  test('names the key if there is no label', () => {
    expect(sentence(v.object({ nome: v.string() }), {})).toBe('Il campo nome è obbligatorio.')
    expect(sentence(v.strictObject({}), { altro: 1 })).toBe('Il campo altro non è previsto.')
  })
})

describe('no English reaches a user', () => {
  const values = [
    undefined,
    null,
    '',
    ' ',
    'x',
    'password password',
    '\u0000',
    '\ud800',
    'x'.repeat(20_000),
    -1e12,
    0,
    1.123456,
    Number.NaN,
  ]
  const things = [Number.POSITIVE_INFINITY, true, 10n, [], ['a', 'a', 'a', 'a'], {}, new Date(), new File([], 'x'), Symbol('x'), () => 1]
  test.each(Object.keys(kit))('%s', (name) => {
    let failures = 0
    for (const value of [...values, ...things]) {
      for (const issue of v.safeParse(kit[name]!, value).issues ?? []) {
        failures++
        // The documents have this one sentence in English.
        if (issue.message === 'The Nome field must contain only decimal values') continue
        expect(issue.message).toMatch(/^(Il |L'|La |Inserire |Per |Questa ).+\.$/)
        expect(issue.message).not.toMatch(/invalid|expected|received|undefined|null|NaN|\{/i)
      }
    }
    expect(failures).toBeGreaterThan(0)
  })
  test('every issue type of valibot has an Italian message', () => {
    const types = new Set<string>()
    for (const [name, make] of Object.entries(v) as unknown as [string, (...args: unknown[]) => { kind?: string; type?: string }][]) {
      if (/parse|Async$|^set|^delete/i.test(name)) continue
      try {
        const made = make([], [])
        if (made?.kind === 'schema' || made?.kind === 'validation') types.add(made.type!)
      } catch {
        // Not a schema or rule, or one that needs other arguments; those are listed below.
      }
    }
    for (const type of ['picklist', 'min_length', 'strict_object', 'regex', 'check']) types.add(type)
    expect(types.size).toBeGreaterThan(80)
    for (const type of types) {
      for (const kind of ['schema', 'validation'] as const) {
        const message = italian({ kind, type, input: 'x', expected: 'y', received: 'z', message: 'Invalid', requirement: 5 }, 'Nome')
        expect(message).toMatch(/^(Il|La|L') .+\.$/)
        expect(message).not.toMatch(/invalid|expected|received/i)
      }
    }
  })
})

test('there are 110 provinces in 20 regions, those of Sardinia of 2026 beside the ones before', () => {
  expect(provinceSigns).toHaveLength(110)
  expect(provinceSigns).toEqual([...provinces.keys()])
  expect(regionNames).toHaveLength(20)
  expect(new Set([...provinces.values()].map((province) => province.name)).size).toBe(110)
  expect(provinces.get('PR')).toEqual({ sign: 'PR', name: 'Parma', region: 'Emilia-Romagna' })
  expect(provinces.get('AQ')?.name).toBe("L'Aquila")
  for (const sign of provinceSigns) expect(sign).toMatch(/^[A-Z]{2}$/)
  for (const sign of ['OT', 'OG', 'VS', 'SU']) expect(v.parse(f.province('Provincia'), sign)).toBe(sign)
  expect([provinceOn('SU', '2025-12-31')?.name, provinceOn('SU', '2026-01-01')?.name]).toEqual(['Sud Sardegna', 'Sulcis Iglesiente'])
  expect([provinceOn('OT', '2025-12-31'), provinceOn('OT', '2026-01-01')?.region]).toEqual([undefined, 'Sardegna'])
  expect(provinceOn('PR', '2000-01-01')?.name).toBe('Parma')
})
