/** "Interventi cisterna" (doc 1 §7; domain.md 1.2). */
export const maintenanceTypes = {
  pulizia: 'Pulizia fondi',
  prova_tenuta: 'Prova di tenuta',
  taratura_sonda: 'Taratura sonda',
  vetroresinatura: 'Vetroresinatura',
  riparazione: 'Riparazione',
  bonifica: 'Bonifica',
  altro: 'Altro',
} as const
export const outcomes = { positivo: 'Positivo', negativo: 'Negativo' } as const
