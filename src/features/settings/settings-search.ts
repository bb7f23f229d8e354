/** The parameters of /impostazioni. */
export type SettingsSearch = { scheda?: 'azienda' | 'carburanti' | 'invii' | 'errori' }
export const settingsSearch = ({ scheda }: SettingsSearch): SettingsSearch => ({
  scheda: scheda === 'carburanti' || scheda === 'invii' || scheda === 'errori' ? scheda : undefined,
})
