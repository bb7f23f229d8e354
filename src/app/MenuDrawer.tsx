import { Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Profile } from '../lib/device.ts'
import classes from './layout.module.css'
import { menuFor } from './menu.ts'

/** The drawer titled MENU; its groups are always expanded (doc 0 §2). */
export function MenuDrawer({ user }: { user: Profile }) {
  return (
    <div className={classes.menu}>
      <Title order={2} size="h5" c="dimmed" px="sm" py="xs">
        MENU
      </Title>
      {menuFor(user).map((group) => (
        <section key={group.name} aria-label={group.name}>
          <Text size="xs" c="dimmed" fw={600} px="sm" pt="sm">
            {group.name}
          </Text>
          {group.items.map((item) => (
            <Link
              key={item.name}
              className={classes.entry}
              to={item.to}
              // Without it an optional parameter would be that of the page one is on.
              params={{ id: undefined } as never}
              activeOptions={{ includeSearch: false, exact: true }}
            >
              {item.name}
            </Link>
          ))}
        </section>
      ))}
    </div>
  )
}
