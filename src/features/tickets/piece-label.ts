/** What tells a piece from others of its kind: number or name, make, place. */
export function wordsOf(row: Record<string, unknown> & { id: number }): string {
  const named = (value: unknown) => (value && typeof value === 'object' ? (value as { name?: string }).name : value)
  const parts = ['name', 'number', 'serial', 'terminal_id', 'brand', 'model', 'position', 'fuel', 'island'].flatMap((key) => {
    const said = named(row[key])
    return said === null || said === undefined || said === '' ? [] : [key === 'island' ? `isola ${said}` : String(said)]
  })
  return parts.slice(0, 4).join(' · ') || `n. ${row.id}`
}
