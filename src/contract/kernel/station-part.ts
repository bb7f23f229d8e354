import * as v from 'valibot'
import { crud, type WithoutLists } from './crud.ts'
import { del, get, post } from './endpoint.ts'
import { reference } from './fields.ts'
import type { PolicyName } from './policies.ts'

interface PartOptions<W extends v.ObjectEntries, R extends PolicyName, P extends PolicyName> {
  /** Further output of a piece. */
  row?: W
  read?: R
  write?: P
}
/** Resources that also show pieces: their due dates, and their count. */
const touches = ['expirations', 'stations'] as const
/**
 * The calls of equipment at a station: the list by the station's id, the station in the body of a creation and in the path of a deletion.
 * `ok`: success messages for created, changed, deleted. By default read with `equip.read` and written with `net.write`.
 */
export function stationPart<
  const P extends string,
  F extends v.ObjectEntries,
  W extends v.ObjectEntries = Record<never, never>,
  R extends PolicyName = 'equip.read',
  N extends PolicyName = 'net.write',
>(path: P, fields: F, ok: readonly [string, string, string], more: PartOptions<W, R, N> = {}) {
  const { row, read = 'equip.read' as R, write = 'net.write' as N } = more
  const { list, create, update } = crud(path, { fields, ok, read, write })
  const output = v.object({
    ...{ id: v.number(), rev: v.number(), station_id: v.number() },
    ...(fields as unknown as WithoutLists<F>),
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
