import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { diskIsFull } from '../../server/lib/core/disk.ts'
import { startupProblem } from '../../server/startup-problem.ts'

const coded = (code: string, message = 'in English') => Object.assign(new Error(message), { code })
const here = { dataDir: '/dati', remote: false }
const remote = { dataDir: '/dati', remote: true }

test.each([
  [coded('ENOSPC'), here, 'Il disco della cartella dati "/dati" è pieno'],
  [new Error('query failed', { cause: coded('53100') }), remote, 'Il disco del server PostgreSQL è pieno'],
  [coded('EROFS'), here, 'non è scrivibile'],
  [coded('EACCES'), here, 'non è scrivibile'],
  [coded('ECONNREFUSED'), remote, 'PostgreSQL non è raggiungibile'],
  [coded('28P01', 'password authentication failed'), remote, "rifiuta l'accesso"],
  [coded('3D000'), remote, "rifiuta l'accesso"],
  [coded('42704'), here, 'I dati sono intatti'],
  [new Error('Aborted()'), here, 'è danneggiato'],
])('%s: what is wrong and what to do', (error, where, words) => {
  expect(startupProblem(error, where)).toContain(words)
})

test('an engine that breaks on a full disk is told as a full disk, not as damage; no sentence advises to delete data', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'piazzale-'))
  const at = { dataDir: folder, remote: false }
  expect([diskIsFull(folder), fs.readdirSync(folder)]).toEqual([false, []])
  expect(startupProblem(new Error('Aborted()'), at)).toContain('è danneggiato')
  const write = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
    throw coded('ENOSPC')
  })
  expect(diskIsFull(folder)).toBe(true)
  expect(startupProblem(new Error('Aborted()'), at)).toBe(
    `Il disco della cartella dati "${folder}" è pieno: ampliarlo, oppure liberarlo da file di altri programmi, e riavviare. I dati sono intatti, non eliminarne nessuno.`,
  )
  write.mockImplementation(() => {
    throw coded('EACCES')
  })
  expect(diskIsFull(folder)).toBe(false)
  write.mockRestore()
  for (const error of [coded('ENOSPC'), coded('EACCES'), coded('ENOTDIR'), new Error('Aborted()'), coded('28P01'), coded('ECONNREFUSED')])
    for (const where of [here, remote])
      expect(startupProblem(error, where).replace(/non eliminar\w+ nessuno|non eliminare nulla/gi, '')).not.toMatch(
        /elimin|cancell|svuot|rimuov/i,
      )
})
test('what a database said at a start is told without the values it quotes', () => {
  const failed = Object.assign(new Error(`Failed query: insert … params: Mario Rossi`), { query: 'insert …' })
  expect(startupProblem(failed, here)).not.toContain('Mario')
  expect(startupProblem(coded('22P02', 'invalid input syntax for type date: "Mario"'), remote)).not.toContain('Mario')
})
