/** A row of which something has no counterpart. `made`: the rest of it is in the model. */
export interface Lost {
  sheet: string
  row: number
  name: string
  reason: string
  made: boolean
}

export function groupedBy<T>(rows: readonly T[], by: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(by(row))
    if (group) group.push(row)
    else groups.set(by(row), [row])
  }
  return groups
}

/** One line for each row, with all its reasons. */
export function inOrder(lost: readonly Lost[]): Lost[] {
  const rows = groupedBy(lost, ({ sheet, row, name }) => `${sheet}#${row}#${name}`)
  const one = [...rows.values()].map((same) => ({ ...same[0]!, reason: [...new Set(same.map(({ reason }) => reason))].join(' ') }))
  return one.sort((a, b) => Number(a.sheet !== 'survey') - Number(b.sheet !== 'survey') || a.row - b.row)
}
