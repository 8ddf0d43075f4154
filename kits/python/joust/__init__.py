"""A small library for bots of Joust: MAD, the War Game and Mad Max."""

from .bot import Action, Bot, Clock, Fault, Fuel, Hello, Info, Limits, Parameter, Past, Result, Turn
from .mad import MadBoard, MadPosition
from .madmax import DIRECTIONS, FAR, Event, MadMaxState, Order, Unit
from .random import Random
from .session import Session, message_of, run
from .wargame import WarBoard, WarPosition

__all__ = [
    "Action", "Bot", "Clock", "DIRECTIONS", "Event", "FAR", "Fault", "Fuel", "Hello", "Info", "Limits",
    "MadBoard", "MadMaxState", "MadPosition", "Order", "Parameter", "Past", "Random", "Result", "Session",
    "Turn", "Unit", "WarBoard", "WarPosition", "message_of", "run",
]
