import { Group, Text, Title, UnstyledButton } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import type { Profile } from '../lib/device.ts'
import { badge, newTickets } from '../lib/notify.ts'
import { usePersonal } from '../lib/personal.ts'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '../ui/icons.tsx'
import { layer } from './layer.ts'
import classes from './layout.module.css'
import { entryOf, menuFor } from './menu.ts'

interface MenuLayout {
  /** Icons only; on wide windows. */
  rail?: boolean
}
/** The person's menu settings on this device. */
export const useMenuLayout = () => usePersonal<MenuLayout>('menu', {})

interface MenuDrawerProps {
  user: Profile
  /** Whether it stands beside the page, where it can be reduced to a rail of icons. */
  beside: boolean
}
/** The drawer titled MENU; its groups are always expanded, as the documents say. */
export function MenuDrawer({ user, beside }: MenuDrawerProps) {
  const [layout, arrange] = useMenuLayout()
  const rail = beside && !!layout.rail
  const groups = menuFor(user)
  const path = useRouterState({ select: (state) => state.location.pathname })
  const current = entryOf(path, groups)
  const fresh = newTickets.use()
  const Turn = rail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <>
      <div className={classes.menu}>
        {!rail && (
          <Group px="sm" py={4} justify="space-between">
            <Title order={2} size="h6" c="dimmed">
              MENU
            </Title>
            {user.demo && (
              <Text size="xs" c="dimmed" hiddenFrom="md">
                Ambiente dimostrativo
              </Text>
            )}
          </Group>
        )}
        {!beside && (
          <UnstyledButton className={classes.entry} hiddenFrom="sm" onClick={() => layer.set('palette')}>
            <IconSearch />
            <span>Cerca</span>
          </UnstyledButton>
        )}
        {groups.map(({ name, items }) => (
          <section key={name ?? items[0]!.name} aria-label={name} className={classes.group}>
            {!rail && name && <div className={classes.groupName}>{name}</div>}
            {items.map((item) => {
              const count = item.to === '/tickets' && fresh
              return (
                <Link
                  key={item.name}
                  className={classes.entry}
                  to={item.to}
                  // Without it the link would keep the optional parameter of the current page.
                  params={{ id: undefined } as never}
                  activeOptions={{ includeSearch: false, exact: true }}
                  aria-current={item === current || undefined}
                  data-count={badge(count || 0)}
                  aria-label={count ? `${item.name}, ${count === 1 ? '1 nuovo' : `${count} nuovi`}` : rail ? item.name : undefined}
                >
                  <item.icon />
                  <span>{item.name}</span>
                </Link>
              )
            })}
          </section>
        ))}
      </div>
      {beside && (
        <UnstyledButton
          className={classes.turn}
          aria-label={rail ? 'Espandi il menu' : 'Riduci il menu'}
          onClick={() => arrange({ ...layout, rail: !rail })}
        >
          <Turn />
          <span>{rail ? 'Espandi' : 'Riduci'}</span>
        </UnstyledButton>
      )}
    </>
  )
}
