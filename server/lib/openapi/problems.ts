import type { Endpoint } from '../../../src/contract/kernel/endpoint.ts'
import type { Json } from './json.ts'

const text = { type: 'string' }
/** The body of every refusal (`problem.ts`). */
export const PROBLEM: Json = {
  type: 'object',
  required: ['status', 'message', 'error'],
  properties: {
    type: text,
    title: text,
    status: { type: 'integer' },
    instance: text,
    message: text,
    error: {
      description: 'La frase, oppure una frase per campo',
      anyOf: [text, { type: 'object', additionalProperties: text }],
    },
    code: text,
    data: { description: 'Dove il record è cambiato nel frattempo: com’è ora' },
  },
  examples: [
    {
      type: 'about:blank',
      title: 'I dati inseriti non sono validi.',
      status: 422,
      instance: '9f1c1d2e-3b4a-4c5d-8e6f-7a8b9c0d1e2f',
      error: { name: 'Il campo Nome è obbligatorio.' },
      message: 'I dati inseriti non sono validi.',
    },
  ],
}
const refusal = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
export const problemResponses = {
  NotModified: { description: "Invariato rispetto all'ETag di If-None-Match" },
  Refused: refusal(
    'Respinta: 400 illeggibile, 401 senza sessione valida, 403 senza autorizzazione, 404 non trovata, 409 in contrasto con quello che è registrato, 413 o 415 file non ammesso, 422 dati non validi (`error` ha una frase per campo), 429 troppe richieste',
  ),
}
const of = (name: keyof typeof problemResponses) => ({ $ref: `#/components/responses/${name}` })

/** The refusals of a call, by reference: written out, they were a tenth of the document. */
export const problemsOf = ({ steady }: Endpoint): Json => ({
  ...(steady && { 304: of('NotModified') }),
  '4XX': of('Refused'),
})
