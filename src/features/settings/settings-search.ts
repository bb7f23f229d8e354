/** The parameters of /impostazioni. */
export type SettingsSearch = { scheda?: 'azienda' | 'invii' | 'errori' }
export const settingsSearch = ({ scheda }: SettingsSearch): SettingsSearch => ({
  scheda: scheda === 'invii' || scheda === 'errori' ? scheda : undefined,
})
