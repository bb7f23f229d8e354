import { createStore } from './store.ts'

interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}
/** The browser's offer to install the app, kept until a page uses it. */
export const installOffer = createStore<InstallEvent | undefined>(undefined)
/** Called once by main: the offer comes early and only once. */
export const watchInstall = () =>
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installOffer.set(event as InstallEvent)
  })
