"""The games of the billiard table, five pins and billiard cochonnet: what can happen, and what the rules say of it."""
