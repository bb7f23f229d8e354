interface Terms {
  fixed: number
  perLiter: number
  discountLiter: number
  aboveThreshold: number
  thresholdLiters: number
}
/** What a manager earns for a month of `litres`, `discounted` of them sold at a discount, in euro and cents. Source: docs/spec/people.md#remuneration */
export function monthlyRemuneration(
  { fixed, perLiter, discountLiter, aboveThreshold, thresholdLiters }: Terms,
  litres: number,
  discounted = 0,
): number {
  const threshold = thresholdLiters || Number.POSITIVE_INFINITY
  const above = Math.max(litres - threshold, 0)
  const sum = fixed + perLiter * Math.min(litres, threshold) + aboveThreshold * above - discountLiter * discounted
  return Math.round((sum + Number.EPSILON) * 100) / 100
}
/** The errors of a remuneration by field. One that pays nothing is a form that was not filled in. */
export const remunerationErrors = ({ fixed, perLiter, aboveThreshold, thresholdLiters }: Omit<Terms, 'discountLiter'>) => ({
  fixed: fixed || perLiter || aboveThreshold ? undefined : 'Indicare il fisso mensile o un importo per litro.',
  thresholdLiters: aboveThreshold > 0 && !thresholdLiters ? 'Il campo Soglia litri/mese è obbligatorio.' : undefined,
})
