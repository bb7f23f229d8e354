import type { DBCore, DBCoreTable, Dexie } from 'dexie'
import type { DeviceKey } from './device-key.ts'
import { isSealed, openRow, sealRow } from './seal-rows.ts'

/**
 * Encrypts the rows of a Dexie database under a person's key (docs/spec/security.md#data-on-a-device); it is used as ever, and the fields its tables are
 * searched by stay in clear. For what the server has given: a row that does not open counts as not there, and is fetched again.
 * @param keyOf without a key rows are written in clear, and encrypted ones are not there
 * @param inClear what stays as it is: whole tables, and further fields of the others
 */
export function sealDatabase(
  db: Dexie,
  keyOf: () => DeviceKey | undefined,
  inClear: { tables?: readonly string[]; fields?: readonly string[] } = {},
): void {
  // Below everything else of Dexie, which so sees the rows as they were given.
  db.use({
    stack: 'dbcore',
    name: 'seal',
    level: -10,
    create: (core: DBCore) => ({
      ...core,
      table: (name) => (inClear.tables?.includes(name) ? core.table(name) : sealed(core.table(name))),
    }),
  })

  function sealed(table: DBCoreTable): DBCoreTable {
    const { name, schema } = table
    const clear = [...(inClear.fields ?? []), ...[schema.primaryKey, ...schema.indexes].flatMap(({ keyPath }) => keyPath ?? [])]
    const shut = (row: object) => {
      const key = keyOf()
      return key ? sealRow(name, row, clear, key) : row
    }
    function opened(row: object | undefined): object | undefined {
      if (!row || !isSealed(row)) return row
      const key = keyOf()
      try {
        return key && openRow(name, row, key)
      } catch {
        return undefined
      }
    }
    return {
      ...table,
      mutate: (asked) => table.mutate('values' in asked ? { ...asked, values: asked.values.map(shut) } : asked),
      get: (asked) => table.get(asked).then(opened),
      getMany: (asked) => table.getMany(asked).then((rows) => rows.map(opened)),
      query: (asked) =>
        table.query(asked).then((found) => (asked.values ? { ...found, result: found.result.map(opened).filter((row) => !!row) } : found)),
      openCursor: (asked) =>
        table.openCursor(asked).then(
          (cursor) =>
            cursor &&
            Object.create(cursor, {
              // The browser's own getters answer for the browser's own cursor only.
              key: { get: () => cursor.key },
              primaryKey: { get: () => cursor.primaryKey },
              value: { get: () => opened(cursor.value) ?? {} },
            }),
        ),
    }
  }
}
