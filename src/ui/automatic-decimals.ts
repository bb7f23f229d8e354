const figures = (text: string) => text.replace(/\D/g, '').replace(/^0+/, '')

/**
 * The automatic decimal mode of doc 0 §5: the last `decimals` figures typed are the decimals, and come in from the right (`1`, `17`, `178`, `1789`
 * are 0,001, 0,017, 0,178, 1,789). `before` and `text` are what the box held before and after a key. A mark typed by hand is believed, and so is
 * what was pasted: `1,` and then `85` is 1,85. Empty where no figure but 0 is left.
 */
export function shiftIn(before: string, text: string, decimals: number): string {
  const shifted = before === '' || before === '-' || new RegExp(`^-?[\\d.]*,\\d{${decimals}}$`).test(before)
  if (!decimals || !shifted || Math.abs(text.length - before.length) !== 1) return text
  const sign = text.includes('-') ? '-' : ''
  if (/[.,]$/.test(text) && text.startsWith(before)) return `${sign}${figures(before) || '0'},`
  const all = figures(text)
  if (!all) return sign
  const padded = all.padStart(decimals + 1, '0')
  return `${sign}${padded.slice(0, -decimals)},${padded.slice(-decimals)}`
}
