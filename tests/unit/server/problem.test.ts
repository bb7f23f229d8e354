import { expect, test } from 'vitest'
import { Problem, problem, refuse } from '../../../server/lib/core/problem.ts'

test('a refusal tells its status, words, fields, code and the record beside it', () => {
  const standard = { type: 'about:blank', instance: 'r1' }
  expect(problem.notFound().body('r1')).toEqual({
    ...standard,
    title: 'Risorsa non trovata.',
    status: 404,
    error: 'Risorsa non trovata.',
    message: 'Risorsa non trovata.',
  })
  expect(problem.invalid({ name: 'Manca.' }).body('r1')).toMatchObject({
    status: 422,
    message: 'I dati inseriti non sono validi.',
    error: { name: 'Manca.' },
  })
  const stale = problem.stale({ id: 1 }).body('r1')
  expect(stale).toMatchObject({
    status: 409,
    message: 'Il record è stato modificato da un altro utente. Ricarica la pagina.',
    code: 'stale',
    data: { id: 1 },
  })
  expect(Object.keys(problem.notFound().body('r')).includes('data')).toBe(false)
  expect(new Problem(409, 'x', undefined, { data: null }).body('r')).toMatchObject({ data: null })
})
test('each refusal has its status and its words', () => {
  const told = ({ status, message, extra }: Problem) => [status, message, extra.retryAfter]
  expect([
    told(problem.unauthenticated()),
    told(problem.forbidden()),
    told(problem.badSort()),
    told(problem.noFiles()),
    told(problem.badFile()),
    told(problem.bigFile()),
    told(problem.malformed()),
    told(problem.tooMany(1, 60)),
    told(problem.tooMany(15, 900)),
    told(problem.busy()),
    told(problem.unreachable()),
    told(problem.diskFull()),
    told(problem.unexpected('r9')),
    told(problem.unprocessable('No.')),
    told(problem.conflict('Già.')),
  ]).toEqual([
    [401, 'Sessione non valida o scaduta.', undefined],
    [403, 'Non hai le autorizzazioni necessarie per eseguire questa operazione.', undefined],
    [422, 'I dati inseriti non sono validi.', undefined],
    [422, 'Assicurati di aver selezionato dei file', undefined],
    [415, 'Formato file non consentito.', undefined],
    [413, 'Il file supera la dimensione massima di 20 MB.', undefined],
    [400, 'La richiesta non è leggibile.', undefined],
    [429, 'Troppi tentativi. Riprova tra 1 minuto.', 60],
    [429, 'Troppi tentativi. Riprova tra 15 minuti.', 900],
    [429, 'Troppi accessi in questo momento. Riprova tra qualche secondo.', 2],
    [503, 'Servizio database non raggiungibile. Riprovare più tardi.', 5],
    [507, 'Lo spazio su disco del server è esaurito: avvisare chi lo amministra e riprovare più tardi.', undefined],
    [500, 'Si è verificato un errore imprevisto. Riferimento: r9', undefined],
    [422, 'No.', undefined],
    [409, 'Già.', undefined],
  ])
  expect(problem.badSort().fields).toEqual({ sort: 'Ordinamento non valido.' })
  expect(() => refuse({ a: undefined })).not.toThrow()
  expect(() => refuse({ a: undefined, b: 'No.' })).toThrow(expect.objectContaining({ status: 422, fields: { b: 'No.' } }))
})
