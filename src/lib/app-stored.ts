import { createStore } from './store.ts'

/** Whether the app itself opens here without a network: its worker has stored every file and serves this page. */
export const appStored = createStore(!!navigator.serviceWorker?.controller)
navigator.serviceWorker?.addEventListener('controllerchange', () => appStored.set(!!navigator.serviceWorker.controller))
/** Said until then, after "Non ancora pronto per lavorare offline". */
export const STORING = ' · l’app si sta ancora salvando su questo dispositivo'
