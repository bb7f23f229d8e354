interface Row {
  denomination: number
  quantity: number
}
/** Whole numbers only: rows being typed may hold anything. */
const valid = (row: Row) => Number.isInteger(row.denomination) && Number.isInteger(row.quantity) && row.quantity > 0
/** The value of the rows in cents. */
export const totalCents = (rows: readonly Row[]) => rows.filter(valid).reduce((sum, row) => sum + row.denomination * 100 * row.quantity, 0)
/** The number of vouchers of the rows. */
export const vouchersOf = (rows: readonly Row[]) => rows.filter(valid).reduce((sum, { quantity }) => sum + quantity, 0)
