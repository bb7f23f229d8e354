/** Stands in for `virtual:pwa-register`, which only the build makes: tests have no service worker. */
export const registerSW = () => async () => {}
