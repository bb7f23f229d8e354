import { ActionIcon, Burger, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { createFileRoute, Link, Outlet, redirect, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { DRAWER_WIDTH } from '../contract/kernel/constants.ts'
import { lock, shared } from '../lib/lock.ts'
import { connection } from '../lib/online.ts'
import { logout, session } from '../lib/session.ts'
import { Away, useLacks } from '../ui/away.ts'
import { Chip } from '../ui/Chip.tsx'
import { ConnectionBadge } from '../ui/ConnectionBadge.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { IconLock, IconLogout } from '../ui/icons.tsx'
import { useDesk } from '../ui/use-desk.ts'
import { Footer } from './Footer.tsx'
import { Initials } from './Initials.tsx'
import { INCOMPLETE } from './incomplete.ts'
import { LocalNotice } from './LocalNotice.tsx'
import { Logo } from './Logo.tsx'
import { later } from './later.tsx'
import classes from './layout.module.css'
import { beforeLeaving } from './leaving.ts'
import { MenuDrawer, useMenuLayout } from './MenuDrawer.tsx'
import { NoticeButton } from './NoticeButton.tsx'
import { PaletteButton } from './PaletteButton.tsx'

/** Layout of signed-in people: drawer, top bar, footer. Without a session it redirects to the sign-in page and back afterwards. */
export const Route = createFileRoute('/_signed')({
  beforeLoad: ({ location }) => {
    if (!session.get().user) throw redirect({ to: '/login', search: location.href === '/dashboard' ? {} : { back: location.href } })
  },
  component: SignedLayout,
})

const ConnectionButton = later(
  () => import('./ConnectionButton.tsx').then((module) => module.ConnectionButton),
  () => <ConnectionBadge state={connection.use()} pending={0} />,
)
const UpdateBanner = later(
  () => import('./UpdateBanner.tsx').then((module) => module.UpdateBanner),
  () => null,
)

const KeepBanner = later(
  () => import('./KeepBanner.tsx').then((module) => module.KeepBanner),
  () => null,
)
const LocalBanner = later(
  () => import('./LocalBanner.tsx').then((module) => module.LocalBanner),
  () => <LocalNotice />,
)
const AwayNotice = later<{ said: boolean; parts: number }>(
  () => import('./AwayNotice.tsx').then((module) => module.AwayNotice),
  // The parts of the page leave it to the notice, so it is said also where its code could not be fetched.
  ({ said }) => said && <p role="alert">{INCOMPLETE}</p>,
)
const StorageBanner = later(
  () => import('./StorageBanner.tsx').then((module) => module.StorageBanner),
  () => null,
)
const ClockBanner = later(
  () => import('./ClockBanner.tsx').then((module) => module.ClockBanner),
  () => null,
)

const BackCloses = later<{ closeMenu: (() => void) | undefined }>(
  () => import('./BackCloses.tsx').then((module) => module.BackCloses),
  () => null,
)

const { small, medium, large } = DRAWER_WIDTH
const widths = { '--small': small, '--medium': `${medium}px`, '--large': `${large}px` } as React.CSSProperties
/** The scroll lock of dialogs adds room for the hidden scroll bar to elements of this class. */
const KEPT_ROOM = 'right-scroll-bar-position'

/** Closes the drawer on navigation. A component of its own, so that navigation does not redraw the whole frame. */
function AtEachPage({ run }: { run: () => void }) {
  const path = useRouterState({ select: ({ location }) => location.pathname })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page changes, what is run does not
  useEffect(run, [path])
  return null
}

/**
 * Hides banners in the inspection editor and in the choice between two versions, where nothing may move under a finger. A component of its
 * own for the same reason.
 */
function WhenFree({ children }: { children: ReactNode }) {
  const busy = useRouterState({ select: ({ location }) => /^\/(verifiche|invii)\/[0-9a-f-]{36}/.test(location.pathname) })
  return !busy && children
}

/**
 * Tells the page whether there is a network, and above it what it lacks without one. A component of its own, so that a change does not redraw
 * the whole frame.
 */
function Reach({ children }: { children: ReactNode }) {
  const away = connection.use() !== 'online'
  const { said, lack, parts } = useLacks()
  const page = useMemo(() => ({ said, lack }), [said, lack])
  return (
    <>
      {away && <AwayNotice said={said} parts={parts} />}
      <Away value={away ? page : undefined}>{children}</Away>
    </>
  )
}

function LeaveButton() {
  const confirm = useConfirm()
  const leave = async () => {
    const question = await beforeLeaving()
    if (!question || (await confirm(question))) await logout()
  }
  return (
    <ActionIcon variant="subtle" aria-label="Esci" title="Esci" onClick={() => void leave()}>
      <IconLogout />
    </ActionIcon>
  )
}

function SignedLayout() {
  const { user, local } = session.use()
  const several = shared.use()
  const [opened, drawer] = useDisclosure(false)
  const wide = useDesk()
  /** On a phone the menu is rendered at its first opening: it is a fifth of the work of every page. */
  const [asked, setAsked] = useState(false)
  const toggle = () => {
    setAsked(true)
    drawer.toggle()
  }
  const [{ rail }] = useMenuLayout()
  /** The drawer covers the page, which is inert until it is closed. */
  const over = opened && !wide
  const burger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLElement>(null)
  const { close } = drawer
  useEffect(() => {
    if (!over) return
    const entry = (which: string) => menu.current?.querySelector<HTMLElement>(which)
    ;(entry('[aria-current]') ?? entry('a'))?.focus()
    const onKey = ({ key }: KeyboardEvent) => {
      // A dialog above the drawer handles Escape first.
      if (key !== 'Escape' || document.querySelector('[aria-modal="true"]')) return
      close()
      burger.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [over, close])
  if (!user) return null
  return (
    <div className={classes.frame} style={widths} data-rail={rail || undefined}>
      <BackCloses closeMenu={over ? close : undefined} />
      <a href="#page-title" className={classes.skip}>
        Vai al contenuto
      </a>
      <header className={`${classes.header} ${KEPT_ROOM}`}>
        <Group h="100%" className={classes.bar} justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger
              ref={burger}
              opened={opened}
              onClick={toggle}
              hiddenFrom="lg"
              size="sm"
              className={classes.burger}
              aria-label={opened ? 'Chiudi il menu' : 'Apri il menu'}
            />
            <Link to="/dashboard" className={classes.home} aria-label="Piazzale, pagina iniziale">
              <Logo />
            </Link>
            {user.demo && (
              <Chip color="gray" className={classes.demo}>
                Ambiente dimostrativo
              </Chip>
            )}
          </Group>
          <Group gap={0} wrap="nowrap">
            <PaletteButton />
            <ConnectionButton />
            <NoticeButton />
            {several && (
              <ActionIcon variant="subtle" aria-label="Blocca lo schermo" onClick={() => void lock()}>
                <IconLock />
              </ActionIcon>
            )}
            <Initials name={user.name} />
            <LeaveButton />
          </Group>
        </Group>
      </header>
      <AtEachPage run={close} />
      {over && <div className={classes.scrim} onClick={drawer.close} aria-hidden />}
      <nav ref={menu} aria-label="MENU" className={classes.drawer} data-opened={opened || undefined}>
        {(wide || asked) && <MenuDrawer user={user} beside={wide} />}
      </nav>
      <main className={classes.main} inert={over}>
        <UpdateBanner />
        <StorageBanner />
        <WhenFree>
          <ClockBanner />
          <KeepBanner />
          {local && <LocalBanner user={user} />}
        </WhenFree>
        <div className={classes.content}>
          <Reach>
            <Outlet />
          </Reach>
        </div>
        <Footer />
      </main>
    </div>
  )
}
