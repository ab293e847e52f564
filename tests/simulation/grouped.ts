export { grouped } from '../../domain/grouped.ts';
