/** Tells a piece of equipment from others of its kind: number or name, make, position. */
export function pieceLabel(row: Record<string, unknown> & { id: number }): string {
  const named = (value: unknown) => (value && typeof value === 'object' ? (value as { name?: string }).name : value)
  const parts = ['name', 'number', 'serial', 'tml', 'brand', 'model', 'position', 'fuel', 'island'].flatMap((key) => {
    const text = named(row[key])
    return text === null || text === undefined || text === '' ? [] : [key === 'island' ? `isola ${text}` : String(text)]
  })
  return parts.slice(0, 4).join(' · ') || `n. ${row.id}`
}
