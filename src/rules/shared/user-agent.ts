const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android.*Mobile/, 'Telefono Android'],
  [/Android/, 'Tablet Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
]
const browsers: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const first = (names: [RegExp, string][], agent: string) => names.find(([sign]) => sign.test(agent))?.[1]

/** `Tablet Android, Chrome`: what a User-Agent says to a person. */
export const deviceName = (agent: string) => [first(systems, agent), first(browsers, agent)].filter(Boolean).join(', ') || 'Sconosciuto'
