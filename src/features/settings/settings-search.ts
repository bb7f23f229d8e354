/** The parameters of /impostazioni. */
export type SettingsSearch = { scheda?: 'azienda' | 'carburanti' | 'invii' | 'comandi' | 'errori' }
export const settingsSearch = ({ scheda }: SettingsSearch): SettingsSearch => ({
  scheda: scheda === 'carburanti' || scheda === 'invii' || scheda === 'comandi' || scheda === 'errori' ? scheda : undefined,
})
