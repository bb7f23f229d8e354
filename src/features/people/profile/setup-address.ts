/** Where a person who must set up a second factor is led after signing in. */
export const SECOND_FACTOR_SETUP = '/utenti/profilo#secondo-fattore'
