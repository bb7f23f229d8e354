import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { type ApiResponse, fingerprint, type KeyPort, once, refuseDamaged, refuseHeaders } from '../../server/lib/core/idempotency.ts'
import { memoryPort, type ServerTx, type StoredKey } from './server.ts'

class Refused extends Error {}

let keys: Map<string, StoredKey>
let claims: Set<string>
let rows: string[]

beforeEach(() => {
  keys = new Map()
  claims = new Set()
  rows = []
  portOf = honest
})

function begin(): ServerTx {
  return { writes: [], keys: new Set(), rows: new Set() }
}

function end(tx: ServerTx, commit: boolean) {
  if (commit) for (const write of tx.writes) write()
  for (const key of tx.keys) claims.delete(key)
}

const honest = (tx: ServerTx): KeyPort => memoryPort(tx, { keys, claims }, () => 0)
let portOf = honest
/** A statement sees what was committed when it began: once, a row that has come meanwhile is overlooked. */
const blindOnce = (tx: ServerTx): KeyPort => {
  portOf = honest
  return { ...honest(tx), claim: async () => undefined }
}

/** One request in a transaction of its own, as the server does it. */
async function request(user: number, key: string, print: string, work: (tx: ServerTx) => Promise<ApiResponse>, refusal = 422) {
  let tx = begin()
  return once(
    async (run) => {
      tx = begin()
      const mine = tx
      try {
        const outcome = await run(portOf(mine))
        end(mine, true)
        return outcome
      } catch (error) {
        end(mine, false)
        throw error
      }
    },
    { user, key, fingerprint: print },
    () => work(tx),
    (error) => (error instanceof Refused ? { status: refusal, body: { error: 'no' } } : undefined),
  )
}

const insert = (name: string) => async (tx: ServerTx) => {
  tx.writes.push(() => rows.push(name))
  return { status: 201, body: { data: { id: rows.length + 1 } } }
}

describe('once', () => {
  it('acts the first time and repeats the answer afterwards', async () => {
    expect(await request(1, 'k', 'f', insert('a'))).toEqual({ status: 201, body: { data: { id: 1 } }, recorded: true, replayed: false })
    expect(await request(1, 'k', 'f', insert('a'))).toEqual({ status: 201, body: { data: { id: 1 } }, recorded: true, replayed: true })
    expect(rows).toEqual(['a'])
  })

  it('repeats a 204 with its empty body', async () => {
    await request(1, 'k', 'f', async () => ({ status: 204, body: null }))
    expect(await request(1, 'k', 'f', insert('a'))).toMatchObject({ status: 204, body: null, replayed: true })
  })

  it('refuses the same key with another payload, unrecorded', async () => {
    await request(1, 'k', 'f', insert('a'))
    expect(await request(1, 'k', 'g', insert('b'))).toMatchObject({
      status: 422,
      body: { error: "Chiave di idempotenza già usata per un'altra richiesta.", code: 'key_reused' },
      recorded: false,
    })
    expect(rows).toEqual(['a'])
  })

  it('says that the first is still running', async () => {
    let finish = () => {}
    const first = request(1, 'k', 'f', async (tx) => {
      await new Promise<void>((done) => {
        finish = done
      })
      return insert('a')(tx)
    })
    expect(await request(1, 'k', 'f', insert('a'))).toMatchObject({
      status: 409,
      body: { error: 'Operazione già in corso.', code: 'in_progress' },
      recorded: false,
    })
    finish()
    await first
    expect(await request(1, 'k', 'f', insert('a'))).toMatchObject({ status: 201, replayed: true })
    expect(rows).toEqual(['a'])
  })

  it("does not give user B the answer of user A's key", async () => {
    await request(1, 'k', 'f', insert('of A'))
    expect(await request(2, 'k', 'f', insert('of B'))).toMatchObject({ status: 201, replayed: false })
    expect(rows).toEqual(['of A', 'of B'])
  })

  it('records a refusal, without its effect', async () => {
    const refused = async (tx: ServerTx): Promise<ApiResponse> => {
      await insert('half')(tx)
      throw new Refused()
    }
    expect(await request(1, 'k', 'f', refused)).toEqual({ status: 422, body: { error: 'no' }, recorded: true, replayed: false })
    expect(await request(1, 'k', 'f', insert('late copy'))).toMatchObject({ status: 422, replayed: true })
    expect(rows).toEqual([])
  })

  it.each([401, 408, 425, 429, 500, 503])('never records %i', async (status) => {
    const failing = async (tx: ServerTx): Promise<ApiResponse> => {
      await insert('half')(tx)
      throw new Refused()
    }
    await expect(request(1, 'k', 'f', failing, status)).rejects.toThrow(Refused)
    expect(keys.size).toBe(0)
    expect(await request(1, 'k', 'f', insert('a'))).toMatchObject({ status: 201, replayed: false })
    expect(rows).toEqual(['a'])
  })

  it('lets an unexpected error out and records nothing', async () => {
    const broken = async () => {
      throw new TypeError('bug')
    }
    await expect(request(1, 'k', 'f', broken)).rejects.toThrow('bug')
    expect(keys.size).toBe(0)
    expect(claims.size).toBe(0)
  })

  it('takes a claimed row without an answer for still running', async () => {
    keys.set('1/k', { fingerprint: 'f', at: 0 })
    expect(await request(1, 'k', 'f', insert('a'))).toMatchObject({ status: 409, recorded: false })
    expect(rows).toEqual([])
  })

  it('undoes its effect and repeats the answer of a copy that was committed while it claimed, a refusal too', async () => {
    await request(1, 'k', 'f', insert('a'))
    portOf = blindOnce
    expect(await request(1, 'k', 'f', insert('b'))).toEqual({ status: 201, body: { data: { id: 1 } }, recorded: true, replayed: true })
    portOf = blindOnce
    const refused = async () => {
      throw new Refused()
    }
    expect(await request(1, 'k', 'f', refused)).toMatchObject({ status: 201, replayed: true })
    expect(rows).toEqual(['a'])
  })

  it('leaves a refusal to whoever was answered between its rollback and its record', async () => {
    const refused = async () => {
      portOf = (tx) => {
        keys.set('1/k', { fingerprint: 'f', status: 201, body: { data: { id: 9 } }, at: 0 })
        return honest(tx)
      }
      throw new Refused()
    }
    expect(await request(1, 'k', 'f', refused)).toMatchObject({ status: 201, body: { data: { id: 9 } }, replayed: true })
  })
})

describe('what is refused before', () => {
  const key = '0b9f2d1e-6a55-4f0e-9b1e-1f2a3b4c5d6e'

  it('an author who is not the one signed in', () => {
    expect(refuseHeaders({ key, author: '8' }, 7)).toMatchObject({ status: 409, body: { code: 'author_mismatch' }, recorded: false })
    expect(refuseHeaders({ key, author: '7' }, 7)).toBeUndefined()
    expect(refuseHeaders({}, 7)).toBeUndefined()
  })

  it('a key that is no UUID', () => {
    expect(refuseHeaders({ key: 'x'.repeat(500) }, 7)).toMatchObject({ status: 400, recorded: false })
    expect(refuseHeaders({ key: `${key}\n` }, 7)).toMatchObject({ status: 400 })
    expect(refuseHeaders({ key: key.toUpperCase() }, 7)).toBeUndefined()
  })

  it('a file that did not arrive as it left', () => {
    const bytes = new TextEncoder().encode('photo')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(refuseDamaged([bytes], { length: '5', sha256 })).toBeUndefined()
    expect(refuseDamaged([bytes, bytes], { length: '5,5', sha256: `${sha256},${sha256}` })).toBeUndefined()
    expect(refuseDamaged([bytes], {})).toBeUndefined()
    expect(refuseDamaged([], {})).toBeUndefined()
    expect(refuseDamaged([bytes.subarray(1)], { length: '5' })).toMatchObject({
      status: 422,
      body: { code: 'body_damaged' },
      recorded: false,
    })
    const other = new TextEncoder().encode('phoTo')
    expect(refuseDamaged([other], { length: '5', sha256 })).toMatchObject({ status: 422 })
    // One of several, one too many, one too few.
    expect(refuseDamaged([bytes, other], { sha256: `${sha256},${sha256}` })).toMatchObject({ status: 422 })
    expect(refuseDamaged([bytes, bytes], { sha256 })).toMatchObject({ status: 422 })
    expect(refuseDamaged([], { length: '5' })).toMatchObject({ status: 422 })
  })
})

describe('fingerprint', () => {
  it('is the same for the same request, whatever the order of its members', () => {
    expect(fingerprint('POST', '/a', { x: 1, y: [{ b: 2, a: null }] })).toBe(fingerprint('POST', '/a', { y: [{ a: null, b: 2 }], x: 1 }))
    expect(fingerprint('POST', '/a', { x: 1, y: undefined })).toBe(fingerprint('POST', '/a', { x: 1 }))
    expect(fingerprint('POST', '/a', undefined)).toBe(fingerprint('POST', '/a', null))
  })

  it('differs by method, path, value, order of a list and type', () => {
    const all = [
      fingerprint('POST', '/a', { x: 1 }),
      fingerprint('PUT', '/a', { x: 1 }),
      fingerprint('POST', '/b', { x: 1 }),
      fingerprint('POST', '/a', { x: 2 }),
      fingerprint('POST', '/a', { x: '1' }),
      fingerprint('POST', '/a', { x: [1, 2] }),
      fingerprint('POST', '/a', { x: [2, 1] }),
      fingerprint('POST', '/a', { 'x":1,"y': 1 }),
      fingerprint('POST', '/a', { x: 1, y: 1 }),
      fingerprint('POST', '/a', { x: new Date(0) }),
      fingerprint('POST', '/a', { x: new Date(1) }),
      fingerprint('POST', '/a', null),
    ]
    expect(new Set(all).size).toBe(all.length)
  })
})
