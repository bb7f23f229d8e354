/**
 * Fuel names in the ministry's file (`descCarburante`) by the name of our fuel. They are the initial `fuels.mise_names`, which users
 * extend under "Carburanti da associare". Taken from the file of 21/08/2026.
 */
export const mimitNames: Record<string, readonly string[]> = {
  Benzina: ['Benzina'],
  Gasolio: ['Gasolio', 'Gasolio Alpino', 'Gasolio Artico', 'Gasolio Artico Igloo', 'Gasolio Gelo', 'Blu Diesel Alpino'],
  GPL: ['GPL'],
  Metano: ['Metano'],
  GNL: ['GNL', 'L-GNC'],
  HVO: [
    'HVO',
    'HVO100',
    'HVOlution',
    'HVOvolution',
    'REHVO',
    'BCHVO',
    'Diesel HVO',
    'Gasolio HVO',
    'Gasolio Bio HVO',
    'HVO eco diesel',
    'HVO Future',
    'Diesel HVO Energy',
    'HVO Energy Diesel',
  ],
  'Benzina 100': [
    'Blue Super',
    'Benzina speciale',
    'Benzina WR 100',
    'Benzina Plus 98',
    'Benzina Shell V Power',
    'V-Power',
    'F101',
    'F-101',
    'R100',
    'HiQ Perform 100',
    'HiQ Perform B100 Ottani',
    'Verde speciale',
    'Benzina Energy 98 ottani',
    'Benzina Speciale 98 Ottani',
    'Benzina 100 ottani',
    'Benzina 102 Ottani',
  ],
  'Diesel+': [
    'Blue Diesel',
    'Hi-Q Diesel',
    'HiQ Perform+',
    'Supreme Diesel',
    'Excellium Diesel',
    'Gasolio Oro Diesel',
    'Gasolio Premium',
    'Gasolio speciale',
    'Gasolio Energy D',
    'Gasolio Ecoplus',
    'Gasolio Prestazionale',
    'Gasolio Plus',
    'Diesel Shell V Power',
    'V-Power Diesel',
    'DieselMax',
    'E-Diesel',
    'GP Diesel',
    'S-Diesel',
  ],
}

const key = (name: string) => name.trim().toLowerCase()
/** Gives a function from a fuel name of the ministry, in any case, to our fuel; undefined for a name not yet assigned. */
export function fuelMatcher<Id>(fuels: readonly { id: Id; mise_names: readonly string[] }[]): (name: string) => Id | undefined {
  const byName = new Map(fuels.flatMap(({ id, mise_names }) => mise_names.map((name) => [key(name), id] as const)))
  return (name) => byName.get(key(name))
}
