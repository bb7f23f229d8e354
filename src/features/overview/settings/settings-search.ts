const tabs = ['azienda', 'carburanti', 'estintori', 'invii', 'comandi', 'integrazioni', 'errori', 'conservazione', 'stato'] as const
/** The parameters of /impostazioni. */
export type SettingsSearch = { scheda?: (typeof tabs)[number] }
export const settingsSearch = ({ scheda }: SettingsSearch): SettingsSearch => ({
  scheda: tabs.find((one) => one === scheda && one !== 'azienda'),
})
