import * as v from 'valibot'
import { crud, type Single } from './crud.ts'
import { del, get, post } from './endpoint.ts'
import { reference } from './fields.ts'

/**
 * The calls of what stands on a station: doc 1 §7 lists it by the station's id, names the station in the body of a new one and in the address of a
 * deletion. `ok`: created, changed, deleted.
 */
export function stationPart<const P extends string, F extends v.ObjectEntries>(path: P, fields: F, ok: readonly [string, string, string]) {
  const { list, create, update } = crud(path, { fields, ok, read: 'equip.read', write: 'net.write' })
  const output = v.object({ id: v.number(), rev: v.number(), station_id: v.number(), ...(fields as unknown as Single<F>) })
  const { page: _, per_page: __, is_paginated: ___, ...query } = list.query.entries
  return {
    list: get(`${path}/{id}` as const, { query: v.object(query), output, envelope: 'list', policy: 'equip.read', steady: true }),
    create: post(path, { ...create, body: v.object({ station_id: reference('Punto vendita'), ...fields }), output }),
    update: { ...update, output },
    remove: del(`${path}/{stationId}/{id}` as const, { ok: ok[2], policy: 'net.write' }),
  }
}
