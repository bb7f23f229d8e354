// @vitest-environment jsdom
import '../../setup-dom.ts'
import { createMemoryHistory, createRootRoute, createRouter, type ErrorComponentProps, Outlet } from '@tanstack/react-router'
import { render, screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { App } from '../../../src/app/App.tsx'
import { ErrorPage } from '../../../src/app/ErrorPage.tsx'
import { Route } from '../../../src/app/root.tsx'
import { router as realRouter } from '../../../src/app/router.ts'
import { onScreen } from '../support/world.tsx'

// React tells of every error that a boundary takes.
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterAll(() => vi.restoreAllMocks())
window.scrollTo = () => {}

/** The whole application around a page that fails with `error`. */
function failing(error: unknown, errorPage: (props: ErrorComponentProps) => React.ReactNode = ErrorPage, address = '/') {
  const page = () => {
    if (error) throw error
    return <Outlet />
  }
  const router = createRouter({
    ...realRouter.options,
    routeTree: createRootRoute({ component: page, notFoundComponent: Route.options.notFoundComponent }) as never,
    history: createMemoryHistory({ initialEntries: [address] }),
    defaultErrorComponent: errorPage,
  })
  return render(<App router={router} />)
}

test.each([
  ['its own status', Object.assign(new Error('Teiera'), { status: 418 }), '418', 'Teiera'],
  ['that of its response', Object.assign(new Error('Server rotto'), { response: { status: 503 } }), '503', 'Server rotto'],
  ['500', new Error('Altro'), '500', 'Altro'],
  [
    'Italian words for a part that could not be had',
    new TypeError('Failed to fetch dynamically imported module: /assets/x.js'),
    '500',
    "Una parte dell'app manca su questo dispositivo.",
  ],
])('the error page shows %s, the heading, the message and the way home', async (_, error, status, message) => {
  failing(error)
  const page = await screen.findByRole('alert')
  expect(page.textContent).toContain(status)
  expect(page.textContent).toContain(message)
  expect(screen.getByRole('heading').textContent).toBe('La pagina contine un errore')
  expect(screen.getByRole('link', { name: 'Torna alla Home page' }).getAttribute('href')).toBe('/')
  expect(document.title).toBe('La pagina contine un errore – Piazzale')
})

/** What stands at the foot of every page. */
function footer() {
  const foot = within(screen.getByRole('contentinfo'))
  foot.getByText(`© ${new Date().getFullYear()} Piazzale`)
  expect(foot.getByRole('link', { name: 'Informativa privacy' }).getAttribute('href')).toBe('/privacy')
  foot.getByText('Sviluppato dal gruppo Piazzale')
}

test('an unknown address has its documented words, the moving space, and the footer of the default layout', async () => {
  const { container } = failing(undefined, ErrorPage, '/che/non/esiste')
  expect((await screen.findByRole('heading')).textContent).toBe('404 Pagina non trovata')
  screen.getByText('This page could not be found')
  screen.getByRole('link', { name: 'Torna alla Home page' })
  footer()
  await vi.waitFor(() => expect(container.querySelector('[role=alert] svg circle')).not.toBeNull(), 20_000)
})

test('who is signed in has the logo, the profile and the way out above every page, and the same footer below', () =>
  onScreen('contabilita', '/utenti/profilo', async () => {
    const [top] = await screen.findAllByRole('banner')
    const bar = within(top!)
    bar.getByText('Piazzale')
    expect(bar.getByRole('link', { name: 'Profilo' }).getAttribute('href')).toBe('/utenti/profilo')
    bar.getByRole('button', { name: 'Esci' })
    footer()
  }))

test('a page is fetched beforehand when the pointer has rested on its link for 200 ms', () => {
  expect(realRouter.options).toMatchObject({ defaultPreload: 'intent', defaultPreloadDelay: 200 })
})

test('whoever may not open a page reads which right is missing, who gives it, and where they may go; in a lost place too', async () => {
  await onScreen('contabilita', '/verifiche', async ({ open, user, address }) => {
    const page = within(await screen.findByRole('alert'))
    await page.findByText(
      /^Per aprirla serve uno di questi ruoli: Super amministratore, .*Ispettore.*Tu hai: Contabilità\. Li assegna chi gestisce gli utenti\.$/,
    )
    const offered = page.getAllByRole('link').map(({ textContent }) => textContent)
    expect(offered[0]).toBe('Torna alla Home page')
    expect(offered).toEqual(
      expect.arrayContaining(['Tabella dati', 'Stazioni', 'Prezzi', 'Cisterne', 'Scadenze', 'Banche', 'Impostazioni']),
    )
    for (const name of ['Verifiche', 'Utenti', 'Dispositivi']) expect(offered).not.toContain(name)
    await open('/utenti')
    await screen.findByText(/il ruolo: Super amministratore; o il permesso: Gestione utenti\. Tu hai: Contabilità/)
    await open('/non/esiste')
    await screen.findByText('This page could not be found')
    expect(screen.queryByText(/Per aprirla serve/)).toBeNull()
    await user.click(within(await screen.findByRole('navigation', { name: 'Le tue pagine' })).getByRole('link', { name: 'Banche' }))
    await screen.findByRole('table')
    expect(address()).toBe('/stazioni/banche')
  })
})

test('where the error page itself fails the documented English words stand, with the way home', async () => {
  const broken = () => {
    throw new Error('anche questa')
  }
  failing(new Error('Altro'), broken)
  await screen.findByText('An error occurred while showing the error page')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/')
})
