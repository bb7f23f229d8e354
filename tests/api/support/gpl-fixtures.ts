/** A request of a GPL card as it is sent; the codice fiscale fits the name. */
export const gplRequest = {
  ...{
    name: 'Mario',
    lastname: 'Rossi',
    fiscalCode: 'RSSMRA85T10A562S',
    address: 'Via Emilia 1',
    cap: '43036',
    city: 'Fidenza',
    province: 'PR',
  },
  ...{ phone: '+393201234567', email: 'mario.rossi@example.it', plate: 'GA123BC', vehicle: 'Fiat Panda', tank_expiration: '2030-01-31' },
  ...{ station_id: 1, privacy: true },
}
