const whole = new Intl.NumberFormat('it-IT', { useGrouping: 'always' })

/**
 * Text under a box with a limit: "1.950 di 2.000 caratteri" from nine tenths on, an error beyond it. Nothing is cut: a pasted text stays
 * whole, and the person shortens it.
 */
export function counted(text: string, max: number): { description?: string; error?: string } {
  const count = `${whole.format(text.length)} di ${whole.format(max)} caratteri`
  if (text.length > max) return { error: `${count}: il testo resta qui, ma va accorciato di ${whole.format(text.length - max)}.` }
  return text.length > max * 0.9 ? { description: count } : {}
}
