import { tableNames } from './checksum.ts'

/** SQL of the seeded test database: keeps every row before and after it is written, in the same savepoint, so that what is undone is forgotten too. */
export const WITNESS = `
  create schema witness;
  create table witness.changes (id bigint generated always as identity primary key, place text not null, old jsonb, new jsonb);
  create function witness.see() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then insert into witness.changes (place, new) values (tg_table_name, to_jsonb(new));
      elsif tg_op = 'DELETE' then insert into witness.changes (place, old) values (tg_table_name, to_jsonb(old));
      else insert into witness.changes (place, old, new) values (tg_table_name, to_jsonb(old), to_jsonb(new));
      end if;
      return null;
    end $$;
  ${tableNames
    .filter((name) => !['activity_log', 'model_history'].includes(name))
    .map((name) => `create trigger witness after insert or update or delete on "${name}" for each row execute function witness.see();`)
    .join('\n')}`
