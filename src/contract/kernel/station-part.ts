import * as v from 'valibot'
import { crud, type Single } from './crud.ts'
import { del, get, post } from './endpoint.ts'
import { reference } from './fields.ts'
import type { PolicyName } from './policies.ts'

interface More<W extends v.ObjectEntries, R extends PolicyName, P extends PolicyName> {
  /** What a piece has beside its fields that are no lists. */
  row?: W
  read?: R
  write?: P
}
/**
 * The calls of what stands on a station: doc 1 §7 lists it by the station's id, names the station in the body of a new one and in the address of a
 * deletion. `ok`: created, changed, deleted. Read by `equip.read` and written by `net.write` unless told.
 */
/** What else shows them: their days, and how many there are. */
const touches = ['expirations', 'stations'] as const
export function stationPart<
  const P extends string,
  F extends v.ObjectEntries,
  W extends v.ObjectEntries = Record<never, never>,
  R extends PolicyName = 'equip.read',
  N extends PolicyName = 'net.write',
>(path: P, fields: F, ok: readonly [string, string, string], more: More<W, R, N> = {}) {
  const { row, read = 'equip.read' as R, write = 'net.write' as N } = more
  const { list, create, update } = crud(path, { fields, ok, read, write })
  const output = v.object({
    ...{ id: v.number(), rev: v.number(), station_id: v.number() },
    ...(fields as unknown as Single<F>),
    ...(row as W),
  })
  const { page: _, per_page: __, is_paginated: ___, ...query } = list.query.entries
  return {
    list: get(`${path}/{id}` as const, { query: v.object(query), output, envelope: 'list', policy: read, steady: true }),
    create: post(path, { ...create, touches, body: v.object({ station_id: reference('Punto vendita'), ...fields }), output }),
    update: { ...update, touches, output },
    remove: del(`${path}/{stationId}/{id}` as const, { ok: ok[2], policy: write, touches }),
  }
}
