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
export const remunerationErrors = ({ aboveThreshold, thresholdLiters }: Pick<Terms, 'aboveThreshold' | 'thresholdLiters'>) => ({
  thresholdLiters: aboveThreshold > 0 && !thresholdLiters ? 'Il campo Soglia litri/mese è obbligatorio.' : undefined,
})
