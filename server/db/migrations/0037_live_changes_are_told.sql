-- Who has a page open hears of what changes (server/lib/hub.ts): each statement tells on the channel "live", when it is committed, which records it changed, in any process.
-- `SELECT live_table('ticket_comments', 'tickets', 'ticket_id')` makes a table tell; what many rows change is told without their ids.
CREATE FUNCTION "tell_live"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	ids bigint[];
BEGIN
	EXECUTE format('SELECT array_agg(id) FROM (SELECT DISTINCT %I AS id FROM changed LIMIT 51) AS told', TG_ARGV[1]) INTO ids;
	IF ids IS NOT NULL THEN
		PERFORM pg_notify('live', TG_ARGV[0] || ' ' || CASE WHEN cardinality(ids) > 50 THEN '*' ELSE array_to_string(ids, ',') END);
	END IF;
	RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE FUNCTION "live_table"(place text, resource text, id text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TRIGGER "tell_live_made" AFTER INSERT ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "tell_live"(%L, %L)', place, resource, id);
	EXECUTE format('CREATE TRIGGER "tell_live_changed" AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "tell_live"(%L, %L)', place, resource, id);
	EXECUTE format('CREATE TRIGGER "tell_live_gone" AFTER DELETE ON %I REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "tell_live"(%L, %L)', place, resource, id);
END;
$$;--> statement-breakpoint
-- An open stream ends with its session, and with the rights it was opened with.
CREATE FUNCTION "tell_live_people"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('live', 'people');
	RETURN NULL;
END;
$$;--> statement-breakpoint
CREATE TRIGGER "tell_live" AFTER DELETE ON "sessions" FOR EACH STATEMENT EXECUTE FUNCTION "tell_live_people"();--> statement-breakpoint
CREATE TRIGGER "tell_live" AFTER UPDATE OF "enabled", "deleted_at", "roles", "permissions", "all_stations" ON "users" FOR EACH STATEMENT EXECUTE FUNCTION "tell_live_people"();--> statement-breakpoint
SELECT "live_table"('tickets', 'tickets', 'id');--> statement-breakpoint
SELECT "live_table"('ticket_history', 'tickets', 'ticket_id');
