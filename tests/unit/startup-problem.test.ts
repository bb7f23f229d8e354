import { expect, test } from 'vitest'
import { startupProblem } from '../../server/startup-problem.ts'

const coded = (code: string, message = 'in English') => Object.assign(new Error(message), { code })
const here = { dataDir: '/dati', remote: false }
const remote = { dataDir: '/dati', remote: true }

test.each([
  [coded('ENOSPC'), here, 'Il disco è pieno'],
  [new Error('query failed', { cause: coded('53100') }), remote, 'Il disco è pieno'],
  [coded('EROFS'), here, 'non è scrivibile'],
  [coded('EACCES'), here, 'non è scrivibile'],
  [coded('ECONNREFUSED'), remote, 'PostgreSQL non è raggiungibile'],
  [coded('28P01', 'password authentication failed'), remote, "rifiuta l'accesso"],
  [coded('3D000'), remote, "rifiuta l'accesso"],
  [new Error('Aborted()'), here, 'è danneggiato'],
])('%s: what is wrong and what to do', (error, where, words) => {
  expect(startupProblem(error, where)).toContain(words)
})
