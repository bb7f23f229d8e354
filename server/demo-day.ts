import type { FastifyInstance } from 'fastify'
import { API_BASE } from '../src/contract/kernel/constants.ts'
import { DEMO_PASSWORD } from './db/seed/people/accounts.ts'

const CARDS = {
  columns: ['customer_code', 'type', 'plate', 'holder'],
  lines: [
    ['10012', 'Raccolta punti', '', ''],
    ['10018', 'Raccolta punti', '', ''],
    ['10021', 'Sconto', '', ''],
    ['99999', 'Raccolta punti', '', ''],
    ['10024', 'Fine mese', 'ABC', 'Furgone 2'],
    ['10030', 'Sconto', '', 'Cassa 2'],
  ].map((cells, at) => ({ line: at + 2, cells })),
}

/**
 * What a morning in the office leaves behind, made by real calls of demo people before the server listens: an import with errors, a bulk operation
 * to undo, changed records. So the histories of the demonstration tell of something.
 */
export async function demoDay(app: FastifyInstance, runJob: (id: number) => Promise<void>) {
  const caller = async (name: string) => {
    const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
      const answer = await app.inject({ method, url: API_BASE + url, headers: own, ...(payload && { payload }) })
      if (answer.statusCode >= 400) throw new Error(`${method} ${url}: ${answer.statusCode} ${answer.body}`)
      return answer.json().data
    }
    const own: Record<string, string> = {}
    const { token } = await call('POST', '/auth/login', { email: `${name}@demo.example.it`, password: DEMO_PASSWORD })
    own.authorization = `Bearer ${token}`
    const edit = async (url: string, change: object) => call('PUT', url, { ...(await call('GET', url)), ...change })
    return { call, edit }
  }
  const accounting = await caller('contabilita')
  await runJob((await accounting.call('POST', '/cards/import', CARDS)).id)
  const milazzo = { list: 'customers.list', action: 'deactivate', search: { search: 'Milazzo' }, all: true }
  await runJob((await accounting.call('POST', '/bulk', milazzo)).id)
  const admin = await caller('admin')
  await admin.edit('/banks/1', { note: 'Sportello imprese: lun–ven 8.30–13.00' })
  await admin.edit('/banks/2', { note: 'Nuovo referente: Laura Fontana' })
}
